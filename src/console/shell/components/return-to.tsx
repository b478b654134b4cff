/** A hidden form field with the page the visitor requested. */
export function ReturnTo({ value }: { value?: string }) {
  return value ? <input type="hidden" name="return_to" value={value} /> : null;
}

/** Adds the page the visitor requested to a link. */
export function withReturnTo(path: string, returnTo?: string): string {
  return returnTo ? `${path}?${new URLSearchParams({ return_to: returnTo })}` : path;
}
