import { usePage } from '../rendering/use-page.js';

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

export interface MomentProps {
  date: Date;
  /** What of it is said. Default: the day and the time */
  as?: keyof typeof styles;
}

/** A moment as the language of the page writes it: in UTC, until the script writes it in the zone of the browser. */
export function Moment({ date, as = 'moment' }: MomentProps) {
  const { tag } = usePage().language;
  const format = new Intl.DateTimeFormat(tag, { ...styles[as], timeZone: 'UTC' });
  return (
    <time dateTime={date.toISOString()} data-as={as}>
      {format.format(date)}
    </time>
  );
}

/** A day in UTC, as `2026-01-19`, in the words of the language: today by name. */
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

/** How long ago a moment was when the page was written. */
export function Ago({ date }: { date: Date }) {
  const format = new Intl.RelativeTimeFormat(usePage().language.tag, { numeric: 'auto' });
  const passed = Math.max(0, Date.now() - date.getTime());
  const [unit, ms] = units.find(([, length]) => passed >= length) ?? ['second', Infinity];
  return (
    <time dateTime={date.toISOString()}>{format.format(-Math.floor(passed / ms) + 0, unit)}</time>
  );
}
