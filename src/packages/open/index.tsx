import { observer } from 'mobx-react'
import { useEffect, useMemo, useState } from 'react'
import { Skeleton } from '@/components/ui/Skeleton'
import { ThemeContext, useTheme, WordsContext } from '@/components/ui/context'
import { needLazyWords } from '@/i18n/lazy/load'
import { loadOpenWords } from '@/i18n/applications/load'
import { AppContext, useApp } from '@/screens/app/AppContext'
import { lazyPart } from '@/screens/app/lazyPart'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { OpenSession } from '@/stores/applications/OpenSession'
import { readFrame } from '@/screens/applications/frame'
import { OpenState, type OpenProps } from '@/screens/applications/OpenState'
import { FilePicker } from '@/screens/applications/FilePicker'
import { DestinationPicker } from '@/screens/applications/DestinationPicker'
import { UploadScreen } from '@/screens/applications/UploadScreen'
import '@/theme/lazyIcons.scss'
import '@/screens/applications/applications.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** The viewers, which the pickers do without. */
const LazyOpenPreview = lazyPart<OpenProps>(
  () => import(/* webpackChunkName: "preview" */ '@/screens/applications/OpenPreview'),
  <Skeleton />,
)

/** OpenView: pickers, upload and preview that another site shows in a frame (RT-09, OPEN-01). */
export default observer(function OpenView() {
  const own = useApp()
  const t = usePackageWords(loadOpenWords)
  useEffect(needLazyWords, [])
  const [{ options, parent }] = useState(readFrame)
  const session = useDisposable(() => new OpenSession({ api: own.api, clock: own.platform.clock, parent }, options))
  const overlays = useDisposable(() => own.createOverlays())
  const [app] = useState(() => ({ ...own, api: session.api, isOpenPreview: true as const }))
  useEffect(() => {
    void session.open()
    // Tokens in an address would stay in the browser's history.
    if (/[?&](accessToken|previewUserToken)=[^&]/.test(location.search))
      own.platform.navigate.overlaysOfPage().keep({ accessToken: '', previewUserToken: '' })
    if (options.productName) document.title = options.productName
  }, [session, own, options])

  const theme = useTheme()
  const { dark = theme.dark, pair = theme.pair } = options.theme
  const look = useMemo(() => ({ ...theme, dark, pair }), [theme, dark, pair])
  return (
    <AppContext.Provider value={app}>
      <ThemeContext.Provider value={look}>
        <WordsContext.Provider value={t}>{content()}</WordsContext.Provider>
      </ThemeContext.Provider>
    </AppContext.Provider>
  )

  function content() {
    if (session.phase !== 'ready') return <OpenState session={session} />
    const props = { session, overlays }
    switch (options.module) {
      case 'select_files':
        return <FilePicker {...props} />
      case 'select_destination':
        return <DestinationPicker {...props} />
      case 'open_upload':
        return <UploadScreen {...props} />
      case 'open_preview':
        return <LazyOpenPreview {...props} />
    }
  }
})
