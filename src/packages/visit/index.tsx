import { getCurrentInstance } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { WordsContext } from '@/components/ui/context'
import { loadLandingWords } from '@/i18n/landing/load'
import { useApp } from '@/screens/app/AppContext'
import { SignedIn } from '@/screens/page/SignedIn'
import { usePlace } from '@/screens/page/usePage'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { LazyNoLink } from '@/screens/landing/page/LazyScreens'
import { LandingContent } from '@/screens/landing/page/LandingContent'
import '@/screens/landing/page/landing.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true, enableShareAppMessage: true })

/**
 * `/share/:unique_name`: a link as anybody can open it, with or without an account (2§2). `/message/share_link/:message?unique_name=`: the same link,
 * opened from a message.
 */
export default function LandingPage() {
  const t = usePackageWords(loadLandingWords)
  const place = usePlace('visit')
  const [isMessage] = useState(() => getCurrentInstance().router?.params.message !== undefined)
  return <WordsContext.Provider value={t}>{page()}</WordsContext.Provider>

  function page() {
    if (!place) return isMessage ? <ToMessages /> : <LazyNoLink />
    const visit = <LandingContent {...place} />
    return place.message === undefined ? visit : <SignedIn>{visit}</SignedIn>
  }
}

/** The address of the message names no link. */
function ToMessages() {
  const { navigate } = useApp().platform
  useEffect(() => void navigate.replace({ page: 'message', type: 'share_link' }), [navigate])
  return null
}
