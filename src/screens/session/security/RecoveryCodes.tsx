import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { TextButton } from '@/components/ui/TextButton'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { copyLink } from '@/stores/shares/copyLink'

interface Props {
  codes: readonly string[]
  onDone(): void
}

/** New recovery codes, which no later screen shows again: to note down, to copy and, in a browser, to save (AH-55). */
export const RecoveryCodes = observer(function RecoveryCodes({ codes, onDone }: Props) {
  const app = useApp()
  const t = usePackageWords(loadAccountWords)
  const { feedback, platform, session, sessionContext } = app
  const head = t('recovery.fileHead', { product: sessionContext.productName, login: session.user?.login ?? '' })
  const text = [head, '', ...codes, ''].join('\r\n')
  const copy = () =>
    void copyLink(app, codes.join('\n'), { text: t('recovery.copied') }, () =>
      feedback.toast({ text: t('recovery.notCopied') }),
    )
  return (
    <View className="security security-form">
      <View className="security-text">{t('recovery.text')}</View>
      <View className="security-secret">
        <View className="security-codes" role="list" aria-label={t('recovery.title')}>
          {codes.map((code) => (
            <View key={code} className="security-code" role="listitem">
              <Text selectable userSelect>
                {code}
              </Text>
            </View>
          ))}
        </View>
        <View className="security-acts">
          <TextButton label={t('recovery.copy')} onPress={copy} />
          {platform.name === 'h5' && platform.can.saveByAddress ? (
            <a
              className="text-button text-button-brand"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`\ufeff${text}`)}`}
              download={t('recovery.fileName', { product: sessionContext.productName })}
            >
              {t('recovery.save')}
            </a>
          ) : null}
        </View>
      </View>
      <View className="security-submit">
        <Button label={t('recovery.done')} onPress={onDone} />
      </View>
    </View>
  )
})
