import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { fileTileOf } from '@/domain/items/kinds'
import { extensionOf } from '@/domain/items/extension'
import { REMARK_MAX_LENGTH } from '@/domain/previews/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { wordSize } from '@/i18n/format'
import type { PickedFile } from '@/platform/Platform'

interface Props {
  file: PickedFile
  onSend(remark: string): void
  onClose(): void
}

/** The remark on a new version, before it is sent (UPL-07). */
export function RemarkSheet({ file, onSend, onClose }: Props) {
  const t = useWords<'preview'>()
  const [remark, setRemark] = useState('')
  const length = codePointLength(remark.trim())
  const isTooLong = length > REMARK_MAX_LENGTH
  const send = () => {
    if (!isTooLong) onSend(remark)
  }
  return (
    <Sheet label={t('versions.upload')} onClose={onClose}>
      <SheetHead
        picture={<Tile {...fileTileOf(extensionOf(file.name))} thumbnail={file.thumbnail} />}
        title={file.name}
        text={wordSize(formatSize(file.size))}
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
        <Button label={t('versions.send')} onPress={send} />
      </View>
    </Sheet>
  )
}
