/** Whether an `Accept-Encoding` accepts gzip (RFC 9110 section 12.5.3). */
export function acceptsGzip(acceptEncoding = ''): boolean {
  const qualities = new Map(acceptEncoding.split(',').map(parseCoding));
  return (qualities.get('gzip') ?? qualities.get('x-gzip') ?? qualities.get('*') ?? 0) > 0;
}

function parseCoding(text: string): [coding: string, quality: number] {
  const [coding = '', weight = 'q=1'] = text.toLowerCase().split(';', 2);
  return [coding.trim(), Number(weight.trim().replace(/^q=/, ''))];
}
