import { Button } from '@/components/ui/Button'
import { TextButton } from '@/components/ui/TextButton'
import type { Words } from '@/i18n/words'

const steps = ['people', 'links', 'policies', 'directories'] as const

/** What comes after the set-up. Both places are loaded anew, because the page was loaded without a session. */
export function NextSteps({ organisation, t }: { organisation: string; t: Words<'arrival'> }) {
  return (
    <>
      <h1 className="arrival-title">{t('arrival.next.title', { name: organisation })}</h1>
      <div className="arrival-text">{t('arrival.next.text')}</div>
      <ol className="arrival-steps">
        {steps.map((step) => (
          <li key={step}>{t(`arrival.next.${step}`)}</li>
        ))}
      </ol>
      <div className="arrival-submit">
        <Button label={t('arrival.next.console')} onPress={() => location.replace('/admin')} />
      </div>
      <div className="arrival-submit">
        <TextButton label={t('arrival.next.files')} onPress={() => location.replace('/')} />
      </div>
    </>
  )
}
