import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { copyLink } from '@/stores/shares/copyLink'
import { LazyKeyCode } from './LazyKeyCode'

interface Props {
  /** base32 */
  secret: string
  /** `otpauth:`, with the same key */
  address: string
}

/** The key for an authenticator app: to scan, to copy, and in a browser to open in the app on the same phone (AH-55). */
export const StepKey = observer(function StepKey({ secret, address }: Props) {
  const app = useApp()
  const t = usePackageWords(loadAccountWords)
  const copy = () =>
    void copyLink(app, secret, { text: t('recovery.copied') }, () =>
      app.feedback.toast({ text: t('recovery.notCopied') }),
    )
  return (
    <View className="security-secret">
      <LazyKeyCode address={address} label={t('security.qr')} />
      <View className="security-label">{t('security.secret')}</View>
      <Text className="security-key" selectable userSelect>
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </Text>
      <View className="security-acts">
        <TextButton label={t('security.copyKey')} onPress={copy} />
        {app.platform.name === 'h5' ? (
          <a className="text-button text-button-brand" href={address}>
            {t('security.openApp')}
          </a>
        ) : null}
      </View>
    </View>
  )
})
