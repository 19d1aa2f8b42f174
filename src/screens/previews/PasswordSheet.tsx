import { View } from '@tarojs/components'
import { observer } from 'mobx-react'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/fields/Field'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import { tileOf } from '@/domain/items/tiles'
import type { PreviewStore } from '@/stores/previews/PreviewStore'

interface Props {
  preview: PreviewStore
  onClose(): void
}

/** Asks for a PDF's password (PREV-07). Only pdf.js receives the password. It checks the password on the device. */
export const PasswordSheet = observer(function PasswordSheet({ preview, onClose }: Props) {
  const t = useWords<'preview'>()
  const [password, setPassword] = useState('')
  const [isJudged, setJudged] = useState(false)
  const {
    item,
    password: { state },
  } = preview
  const isChecking = state === 'checking'
  const send = () => {
    if (!password || isChecking) return
    setJudged(true)
    preview.password.give(password)
  }
  return (
    <Sheet label={t('preview.password.title')} onClose={onClose}>
      <SheetHead picture={item && <Tile {...tileOf(item)} />} title={t('preview.password.title')} text={item?.name} />
      <View className="password">
        <Field
          label={t('preview.password.label')}
          showLabel={t('preview.password.show')}
          value={password}
          error={isJudged && state === 'wrong' ? t('preview.password.wrong') : undefined}
          hint={t('preview.password.hint')}
          confirmType="go"
          focus
          onChange={(text) => {
            setPassword(text)
            setJudged(false)
          }}
          onConfirm={send}
        />
        <Button label={t('preview.password.open')} disabled={!password} loading={isChecking} onPress={send} />
      </View>
    </Sheet>
  )
})
