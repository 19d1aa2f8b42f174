import { Textarea, View } from '@tarojs/components'
import { useWords } from '@/components/ui/context'
import { codePointLength } from '@/domain/text/codePoints'

interface Props {
  value: string
  /** Characters, as the rules count them; longer text is reported, not cut. */
  max: number
  focus?: boolean
  onChange(value: string): void
}

/** A multi-line message to the receivers of a share. */
export function MessageField({ value, max, focus, onChange }: Props) {
  const t = useWords<'share'>()
  const length = codePointLength(value)
  const isTooLong = length > max
  return (
    <View className="message-field">
      <Textarea
        className="message-input"
        value={value}
        placeholder={t('share.message.placeholder')}
        placeholderClass="field-placeholder"
        maxlength={-1}
        focus={focus}
        autoHeight
        cursorSpacing={120}
        nativeProps={{ 'aria-label': t('share.message.title'), 'aria-invalid': isTooLong }}
        onInput={(event) => onChange(event.detail.value)}
      />
      <View className="message-below">
        <View className="share-cell-error" role={isTooLong ? 'alert' : undefined}>
          {isTooLong ? t('share.fault.share_message_too_long') : ''}
        </View>
        <View className={isTooLong ? 'message-count message-over' : 'message-count'}>
          {t('share.message.count', { n: length, max })}
        </View>
      </View>
    </View>
  )
}
