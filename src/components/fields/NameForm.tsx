import { View } from '@tarojs/components'
import { useState } from 'react'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { Button } from '../ui/Button'
import { useWords } from '../ui/context'
import { Field } from './Field'
import { useModal } from '../sheets/useModal'
import '../sheets/Dialog.scss'
import './NameForm.scss'

interface Props {
  title: string
  value: string
  placeholder?: string
  /** A fixed ending, shown behind the name, such as `.pdf`. */
  suffix?: string
  error?: string
  isSaving?: boolean
  onChange(value: string): void
  onSave(): void
  onCancel(): void
}

/** Characters left at which the counter appears. */
const COUNTER_FROM = 22

/** A dialog for a name: rename and new folder (ACT-05, ACT-06). The present name is selected, so that typing replaces it. */
export function NameForm({ title, value, placeholder, suffix, error, isSaving, onChange, onSave, onCancel }: Props) {
  const t = useWords()
  const ref = useModal(onCancel)
  const [first] = useState(value)
  const length = codePointLength(value.trim())
  const cannotSave = length === 0 || Boolean(isSaving)
  const save = () => {
    if (!cannotSave) onSave()
  }
  return (
    <View className="dialog-host" catchMove>
      <View ref={ref} className="dialog name-form" role="dialog" aria-modal aria-label={title}>
        <View className="dialog-title">{title}</View>
        <Field
          label={t('name.label')}
          value={value}
          placeholder={placeholder}
          suffix={suffix}
          error={error}
          counter={length > NAME_MAX_LENGTH - COUNTER_FROM ? `${length} / ${NAME_MAX_LENGTH}` : undefined}
          focus
          selected={first.length}
          disabled={isSaving}
          onChange={onChange}
          onConfirm={save}
        />
        <View className="dialog-buttons">
          <Button small tone="weak" label={t('action.cancel')} onPress={onCancel} />
          <Button small label={t('action.save')} disabled={length === 0} loading={isSaving} onPress={save} />
        </View>
      </View>
    </View>
  )
}
