import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { LegalLink } from './LegalLink'

/** The terms that a user accepts by signing in, where the operator has set them. */
export const LegalLinks = observer(function LegalLinks({ t }: { t: Words<'account'> }) {
  const { platform, sessionContext } = useApp()
  const { privacyUrl, termsUrl } = sessionContext
  const hasPrivacy = privacyUrl !== '' || platform.privacy?.hasGuide === true
  if (!hasPrivacy && !termsUrl) return null
  return (
    <View className="login-legal">
      {t('login.agree')}
      {termsUrl !== '' && <LegalLink kind="terms" label={t('login.terms')} address={termsUrl} />}
      {hasPrivacy && <LegalLink kind="privacy" label={t('login.privacy')} address={privacyUrl} />}
    </View>
  )
})
