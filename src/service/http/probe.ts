const path = /^\/health\/(?:live|ready)(?:\?|$)/;

/** Whether a request is a probe of a load balancer or an orchestrator. Such probes arrive several times a second. */
export function isProbe({ url = '' }: { readonly url?: string | undefined }): boolean {
  return path.test(url);
}
