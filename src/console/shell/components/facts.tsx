import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';

export function Fact({ term, children }: { term: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows when something was last used, or "never" without children. */
export function LastUsed({ children }: { children: ComponentChildren }) {
  const { t } = usePage();
  if (!children) return <span class="pair">{t('applications.never_used')}</span>;
  return (
    <span class="pair">
      {t('applications.used')} {children}
    </span>
  );
}

const styles = {
  moment: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  day: { dateStyle: 'long' },
  time: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

interface MomentProps {
  date: Date;
  as?: keyof typeof styles;
}

/**
 * Shows a time in the format of the page's language: in UTC, until the script converts it to the browser's time zone.
 */
export function Moment({ date, as = 'moment' }: MomentProps) {
  const { tag } = usePage().language;
  const format = new Intl.DateTimeFormat(tag, { ...styles[as], timeZone: 'UTC' });
  return (
    <time dateTime={toSeconds(date)} data-as={as}>
      {format.format(date)}
    </time>
  );
}

const toSeconds = (date: Date) => date.toISOString().replace(/\.\d+/, '');

/** Whether {@link Moment} shows the same text for both. */
export const isSameMinute = (a: Date, b: Date): boolean =>
  Math.floor(a.getTime() / 60_000) === Math.floor(b.getTime() / 60_000);

/** Shows a UTC day such as `2026-01-19` in the page's language, and today by name. */
export function Day({ day }: { day: string }) {
  const { tag } = usePage().language;
  const isToday = day === new Date().toISOString().slice(0, day.length);
  const text = isToday
    ? new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(0, 'day')
    : new Intl.DateTimeFormat(tag, { ...styles.day, timeZone: 'UTC' }).format(new Date(day));
  return <time dateTime={day}>{text}</time>;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Shows how long ago a time was when the page was rendered. */
export function Ago({ date }: { date: Date }) {
  const format = new Intl.RelativeTimeFormat(usePage().language.tag, { numeric: 'auto' });
  const passed = Math.max(0, Date.now() - date.getTime());
  const [unit, ms] = units.find(([, length]) => passed >= length) ?? ['second', Infinity];
  return (
    <time dateTime={toSeconds(date)}>{format.format(-Math.floor(passed / ms) + 0, unit)}</time>
  );
}
