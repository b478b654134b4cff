/** The page the visitor requested, as a hidden field of a form. */
export function ReturnTo({ value }: { value?: string }) {
  return value ? <input type="hidden" name="return_to" value={value} /> : null;
}

/** The same in a link. */
export function withReturnTo(path: string, returnTo?: string): string {
  return returnTo ? `${path}?${new URLSearchParams({ return_to: returnTo })}` : path;
}
