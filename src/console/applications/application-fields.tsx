import { usePage } from '../shell/rendering/use-page.js';
import { Select, TextArea } from '../shell/components/fields.js';

export function RedirectUrisField() {
  const { t } = usePage();
  return <TextArea name="redirect_uris" hint={t('hint.redirect_uris')} optional />;
}

/** @param props.versions oldest first; the field lists the newest first and preselects it */
export function ApiVersionField({ versions }: { versions: readonly string[] }) {
  const { t } = usePage();
  return (
    <Select
      name="api_version"
      hint={t('hint.api_version')}
      initial={versions.at(-1)}
      options={versions.toReversed().map((version) => ({ value: version, label: version }))}
    />
  );
}
