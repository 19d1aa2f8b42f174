import { useWords } from '@/components/ui/context'
import type { Overview } from '@/contract/administration/policies'

/** The configuration of the server. */
export function Configured({ overview: { configured, version } }: { overview: Overview }) {
  const t = useWords<'admin'>()
  const lines = [
    ['office', configured.office_converter],
    ['media', configured.media_converter],
    ['mail', configured.mail],
    ['phoneCodes', configured.phone_codes],
    ['messengers', configured.messengers.length > 0],
  ] as const
  return (
    <section className="form-card" aria-label={t('admin.overview.configured')}>
      <h2>{t('admin.overview.configured')}</h2>
      <dl className="configured">
        <div>
          <dt className="dot-on">{t('admin.overview.fileStorage')}</dt>
          <dd>{t(`admin.overview.${configured.storage}`)}</dd>
        </div>
        {lines.map(([name, isOn]) => (
          <div key={name}>
            <dt className={isOn ? 'dot-on' : 'dot-off'}>{t(`admin.overview.${name}`)}</dt>
            <dd>{t(isOn ? 'admin.overview.on' : 'admin.overview.off')}</dd>
          </div>
        ))}
        <div>
          <dt className="dot-off">{t('admin.overview.scanner')}</dt>
          <dd>{t('admin.overview.noScanner')}</dd>
        </div>
        <div>
          <dt className="dot-on">{t('admin.overview.version')}</dt>
          <dd>{version}</dd>
        </div>
      </dl>
    </section>
  )
}
