import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { WordsContext } from '@/components/ui/context'
import { needLazyWords } from '@/i18n/lazy/load'
import { loadArrivalWords } from '@/i18n/administration/arrival/load'
import { NextSteps } from '@/screens/administration/arrival/NextSteps'
import { SetupForm } from '@/screens/administration/arrival/SetupForm'
import { WelcomeForm } from '@/screens/administration/arrival/WelcomeForm'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordMessage } from '@/screens/app/wording'
import { PageScreen } from '@/screens/page/PageScreen'
import { LinkStore } from '@/stores/administration/LinkStore'
import '@/theme/lazyIcons.scss'
import '@/screens/administration/arrival/arrival.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/setup#TOKEN` (ADM-01) and `/welcome#TOKEN` (ADM-03). H5 only. */
export default observer(function ArrivalPage() {
  const { api } = useApp()
  const t = usePackageWords(loadArrivalWords)
  useEffect(needLazyWords, [])
  const [isSetup] = useState(() => location.pathname.endsWith('/setup'))
  // The token stays in the address until it is used, so that a reload works.
  const [token] = useState(() => location.hash.slice(1))
  const [setup] = useState(() => new LinkStore(api, 'POST /setup/info'))
  const [welcome] = useState(() => new LinkStore(api, 'POST /welcome/info'))
  const [organisation, setOrganisation] = useState<string | null>(null)
  const asked = isSetup ? setup : welcome
  useEffect(() => void asked.ask(token), [asked, token])

  function content() {
    if (organisation !== null) return <NextSteps organisation={organisation} t={t} />
    if (asked.refusal)
      return <Empty icon="lock" title={t('arrival.invalid.title')} text={wordMessage(asked.refusal, t)} />
    if (setup.info) return <SetupForm token={token} t={t} onDone={setOrganisation} />
    return welcome.info && <WelcomeForm token={token} info={welcome.info} t={t} />
  }

  return (
    <WordsContext.Provider value={t}>
      <PageScreen>
        <div className="arrival">
          <div className="arrival-inner">{content()}</div>
        </div>
      </PageScreen>
    </WordsContext.Provider>
  )
})
