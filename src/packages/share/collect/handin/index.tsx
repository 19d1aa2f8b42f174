import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { WordsContext, useWords } from '@/components/ui/context'
import { loadFileRequestWords } from '@/i18n/fileRequests/load'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { PageScreen } from '@/screens/page/PageScreen'
import { usePlace } from '@/screens/page/usePage'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { HandInStore } from '@/stores/fileRequests/HandInStore'
import { HandInScreen } from '@/screens/fileRequests/handIn/HandInScreen'
import '@/theme/lazyIcons.scss'
import '@/theme/shareIcons.scss'
import '@/screens/fileRequests/fileRequests.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** `/collect/:unique_name`: anybody can hand files in here, with or without an account (AH-25). */
export default function HandInPage() {
  const t = usePackageWords(loadFileRequestWords)
  const place = usePlace('handIn')
  useEffect(needLazyWords, [])
  return (
    <WordsContext.Provider value={t}>
      {place ? <HandIn uniqueName={place.uniqueName} /> : <NoLink />}
    </WordsContext.Provider>
  )
}

const HandIn = observer(function HandIn({ uniqueName }: { uniqueName: string }) {
  const app = useApp()
  const store = useDisposable(() => new HandInStore(app, uniqueName))
  const overlays = useDisposable(() => app.createOverlays())
  // A visitor who signs in meanwhile may be on the list.
  const userId = app.session.user?.id ?? null
  useEffect(() => void store.open(), [store, userId])
  useEffect(() => app.platform.onShow(() => void store.open()), [app, store])
  return <HandInScreen store={store} overlays={overlays} />
})

/** The address cannot be a link's. */
function NoLink() {
  const t = useWords<'collect'>()
  return (
    <PageScreen header={<Header title={t('collect.page.title')} />}>
      <Empty icon="users" title={t('collect.page.notFound.title')} text={t('collect.page.notFound.text')} />
    </PageScreen>
  )
}
