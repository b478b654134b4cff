import { readFileSync } from 'node:fs';

/** An image that the pages show. */
export interface BrandImage {
  readonly bytes: Buffer;
  readonly type: 'image/svg+xml' | 'image/png';
  /** The width divided by the height. */
  readonly ratio: number;
}

/** Every page loads these images. */
const maxBytes = 100_000;

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** @throws Error with a sentence about the file, for any file that is not an SVG or PNG of at most 100 kB */
export function readBrandImage(path: string): BrandImage {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException;
    throw new Error(`the file cannot be read (${code})`, { cause: error });
  }
  if (bytes.length > maxBytes) throw new Error('the file must have at most 100 kB');
  const ratio = readPngRatio(bytes);
  if (ratio) return { bytes, type: 'image/png', ratio };
  const svgRatio = readSvgRatio(bytes.toString('utf8'));
  if (svgRatio) return { bytes, type: 'image/svg+xml', ratio: svgRatio };
  throw new Error(
    'it must be a PNG file, or an SVG file with a viewBox or with a width and height',
  );
}

/** Returns why a file is not usable, or undefined. */
export function imageProblem(path: string): string | undefined {
  try {
    readBrandImage(path);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The size is in the first chunk (PNG, third edition, section 11.2.1). */
function readPngRatio(bytes: Buffer): number | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  return toRatio(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** The start tag of the root element, after the XML declaration, comments and the document type. */
const svgRoot =
  /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>\s*)*<svg\s([^>]*)>/i;

function readSvgRatio(text: string): number | undefined {
  const [, attributes = ''] = svgRoot.exec(text) ?? [];
  const read = (name: string) =>
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1]?.trim();
  const [, , width, height] = (read('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const pixels = (name: string) => Number(/^([\d.]+)(?:px)?$/.exec(read(name) ?? '')?.[1]);
  return toRatio(width, height) ?? toRatio(pixels('width'), pixels('height'));
}

function toRatio(width = NaN, height = NaN): number | undefined {
  const ratio = width / height;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined;
}
