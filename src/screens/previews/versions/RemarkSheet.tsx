import { View } from '@tarojs/components'
import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { REMARK_MAX_LENGTH } from '@/domain/previews/limits'
import { codePointLength } from '@/domain/text/codePoints'

interface Props {
  title: string
  /** What the remark is about. */
  text: string
  picture?: ReactNode
  initial?: string
  /** Label of the button. */
  action: string
  onSend(remark: string): void
  onClose(): void
}

/** The remark on a version: a new one before it is sent (UPL-07), or one of the list (AH-52). */
export function RemarkSheet({ title, text, picture, initial = '', action, onSend, onClose }: Props) {
  const t = useWords<'preview'>()
  const [remark, setRemark] = useState(initial)
  const length = codePointLength(remark.trim())
  const isTooLong = length > REMARK_MAX_LENGTH
  const send = () => {
    if (!isTooLong) onSend(remark)
  }
  return (
    <Sheet label={title} onClose={onClose}>
      <SheetHead
        picture={picture}
        title={title}
        text={text}
        trailing={<TextButton label={t('action.cancel')} onPress={onClose} />}
      />
      <View className="remark">
        <Field
          label={t('versions.remark')}
          placeholder={t('versions.remarkHint')}
          value={remark}
          counter={length > REMARK_MAX_LENGTH - 50 ? `${length} / ${REMARK_MAX_LENGTH}` : undefined}
          error={isTooLong ? t('versions.tooLong', { n: REMARK_MAX_LENGTH }) : undefined}
          confirmType="send"
          onChange={setRemark}
          onConfirm={send}
        />
        <Button label={action} onPress={send} />
      </View>
    </Sheet>
  )
}
