import { af } from './af.js';
import { ar } from './ar.js';
import { be } from './be.js';
import { bg } from './bg.js';
import { ca } from './ca.js';
import { cs } from './cs.js';
import { da } from './da.js';
import { de } from './de.js';
import { el } from './el.js';
import { en, type Catalogue } from './en.js';
import { eo } from './eo.js';
import { es } from './es.js';
import { et } from './et.js';
import { fa } from './fa.js';
import { fi } from './fi.js';
import { fr } from './fr.js';
import { hr } from './hr.js';
import { hu } from './hu.js';
import { hy } from './hy.js';
import { is } from './is.js';
import { it } from './it.js';
import { iw } from './iw.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { lt } from './lt.js';
import { lv } from './lv.js';
import { ms } from './ms.js';
import { nl } from './nl.js';
import { no } from './no.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { ro } from './ro.js';
import { ru } from './ru.js';
import { sk } from './sk.js';
import { sl } from './sl.js';
import { sr } from './sr.js';
import { sv } from './sv.js';
import { sw } from './sw.js';
import { th } from './th.js';
import { tl } from './tl.js';
import { tr } from './tr.js';
import { uk } from './uk.js';
import { vi } from './vi.js';
import { zh } from './zh.js';
import type { LanguageCode } from '../language-codes.js';

export type { Catalogue, ErrorCode, MessageKey } from './en.js';

/** One catalogue per language that an account can choose. The compiler reports a missing one. */
const byCode: Readonly<Record<LanguageCode, Catalogue>> = {
  en,
  fr,
  es,
  de,
  it,
  pt,
  af,
  ar,
  hy,
  be,
  bg,
  ca,
  zh,
  hr,
  cs,
  da,
  nl,
  eo,
  et,
  fi,
  el,
  iw,
  hu,
  is,
  ms,
  ja,
  ko,
  lv,
  lt,
  no,
  fa,
  pl,
  ro,
  ru,
  sr,
  sk,
  sl,
  sw,
  sv,
  tl,
  th,
  tr,
  uk,
  vi,
};

/** The catalogues by language code in the application data. */
export const catalogues: ReadonlyMap<string, Catalogue> = new Map(Object.entries(byCode));
