import { fixed } from './format.js';
import { escape, getKind, padding, svg, width } from './svg.js';

const panelHeight = 240;
const headingHeight = 34;
const axisWidth = 40;
const labelHeight = 15;
const labelWidth = 200;
const stepWidth = (width - 2 * padding - axisWidth - labelWidth) / 3;

/** Draws the reads per second relative to the floor, by the number of tokens in use relative to the cache size. */
export function curves({ points }) {
  const small = points.filter(({ times }) => times !== undefined);
  const panels = [...new Set(small.map(({ distribution }) => distribution))].map((distribution) => [
    distribution,
    small.filter((point) => point.distribution === distribution),
  ]);
  const highest = Math.max(1, ...small.flatMap(({ contenders }) => contenders.map(ofFloor)));
  return svg({
    title: 'Reads of the floor, by the tokens in use',
    description: panels.map(describe).join(' '),
    height: 2 * padding + panels.length * panelHeight,
    content: panels
      .map((panel, index) => drawPanel(panel, padding + index * panelHeight, highest))
      .join('\n'),
  });
}

const ofFloor = (contender) => contender.ofFloor;

function drawPanel([distribution, points], top, highest) {
  const bottom = top + panelHeight - 40;
  const height = bottom - top - headingHeight;
  const x = (index) => (padding + axisWidth + index * stepWidth).toFixed(1);
  const y = (share) => (bottom - (share / highest) * height).toFixed(1);
  const heading = `<text x="${padding}" y="${top + 14}" class="heading">${escape(distribution)}</text>`;
  const shares = [0, 0.5, 1].map(
    (share) =>
      `<text x="${padding + axisWidth - 10}" y="${y(share)}" text-anchor="end" class="value">${share}</text>`,
  );
  const steps = points.map(
    ({ times }, index) =>
      `<text x="${x(index)}" y="${bottom + 20}" text-anchor="middle" class="value">${times} × kept</text>`,
  );
  const lines = points[0].contenders.map(({ name }) => {
    const path = toShares(name, points).map((share, index) => `${x(index)},${y(share)}`);
    const dashes = name === 'fastify' ? ' second' : '';
    return `<polyline points="${path.join(' ')}" class="${getKind(name)} line${dashes}"/>`;
  });
  let highestLabel = Infinity;
  const labels = points[0].contenders
    .map(({ name, title }) => ({ title, y: Number(y(toShares(name, points).at(-1))) + 4 }))
    .sort((one, other) => other.y - one.y)
    .map(({ title, y }) => {
      highestLabel = Math.min(y, highestLabel - labelHeight);
      return `<text x="${Number(x(points.length - 1)) + 10}" y="${highestLabel}">${escape(title)}</text>`;
    });
  return [heading, ...shares, ...steps, ...lines, ...labels].join('\n');
}

const toShares = (name, points) =>
  points.map(({ contenders }) => ofFloor(contenders.find((each) => each.name === name)));

function describe([distribution, points]) {
  const parts = points.map(({ times, contenders }) => {
    const shares = contenders.map((each) => `${each.title} ${fixed(each.ofFloor, 2)}`);
    return `${times} times what is kept: ${shares.join(', ')}`;
  });
  return `${distribution}: ${parts.join('; ')}.`;
}
