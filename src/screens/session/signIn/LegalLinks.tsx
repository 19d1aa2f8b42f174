import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { Words } from '@/i18n/words'
import type { LegalText } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'

interface Props {
  t: Words<'account'>
  /** Whether the user registers. */
  isNew?: boolean
}

/** The terms that a user accepts by signing in or registering, where the operator has set them. */
export const LegalLinks = observer(function LegalLinks({ t, isNew = false }: Props) {
  const { platform, sessionContext } = useApp()
  const { privacyUrl, termsUrl } = sessionContext
  const hasPrivacy = privacyUrl !== '' || platform.privacy?.hasGuide === true
  if (!hasPrivacy && !termsUrl) return null
  return (
    <View className="login-legal">
      {t(isNew ? 'login.register.agree' : 'login.agree')}
      {termsUrl !== '' && <LegalLink kind="terms" label={t('login.terms')} address={termsUrl} />}
      {hasPrivacy && <LegalLink kind="privacy" label={t('login.privacy')} address={privacyUrl} />}
    </View>
  )
})

interface LinkProps {
  kind: LegalText
  label: string
  /** '' where only WeChat has such a text. */
  address: string
}

/** A browser opens the text beside the app, so that typed text stays. */
function LegalLink({ kind, label, address }: LinkProps) {
  const { showLegal } = useApp().platform
  if (!showLegal)
    return (
      <a className="login-legal-link" href={address} target="_blank" rel="noopener">
        {label}
      </a>
    )
  return (
    <View className="login-legal-link" onClick={() => void showLegal(kind, address)}>
      {label}
    </View>
  )
}
