import { usePage } from '../rendering/use-page.js';

/** A moment as the page’s language writes it, in UTC: the browser’s time zone is not known here. */
export function Moment({ date }: { date: Date }) {
  const format = new Intl.DateTimeFormat(usePage().language.tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}
