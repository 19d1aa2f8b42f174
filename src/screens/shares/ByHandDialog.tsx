import { Textarea, View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import '@/components/sheets/Dialog.scss'

/** A text to copy by hand, where there is no clipboard (SHARE-11); all of it is already selected. */
export function ByHandDialog({ text, onClose }: { text: string; onClose(): void }) {
  const t = useWords<'share'>()
  const ref = useModal(onClose)
  return (
    <View className="dialog-host" catchMove>
      <View ref={ref} className="dialog" role="dialog" aria-modal aria-label={t('share.byHand.title')}>
        <View className="dialog-title">{t('share.byHand.title')}</View>
        <View className="dialog-text">{t('share.byHand.text')}</View>
        <Textarea
          className="by-hand"
          value={text}
          maxlength={-1}
          autoHeight
          focus
          selectionStart={0}
          selectionEnd={text.length}
          nativeProps={{ 'aria-label': t('share.made.address') }}
        />
        <View className="dialog-buttons">
          <Button small label={t('action.close')} onPress={onClose} />
        </View>
      </View>
    </View>
  )
}
