import { View } from '@tarojs/components'
import { NAME_MAX_LENGTH } from '@/domain/limits'
import { codePointLength } from '@/domain/text/codePoints'
import { useWords } from './context'
import { Field } from './Field'
import { Header } from './Header'
import { TextButton } from './TextButton'
import { useModal } from './useModal'
import './NameForm.scss'

interface Props {
  title: string
  value: string
  placeholder?: string
  /** Such as that the extension stays. */
  hint?: string
  error?: string
  isSaving?: boolean
  onChange(value: string): void
  onSave(): void
  onCancel(): void
}

/** Characters left at which the counter appears. */
const COUNTER_FROM = 22

/** The sub-page that names something: rename and new folder (ACT-05, ACT-06). */
export function NameForm({ title, value, placeholder, hint, error, isSaving, onChange, onSave, onCancel }: Props) {
  const t = useWords()
  const ref = useModal(onCancel)
  const length = codePointLength(value.trim())
  const cannotSave = length === 0 || Boolean(isSaving)
  const save = () => {
    if (!cannotSave) onSave()
  }
  return (
    <View ref={ref} className="name-form" role="dialog" aria-modal aria-label={title}>
      <Header
        title={title}
        leading={<TextButton tone="plain" label={t('action.cancel')} onPress={onCancel} />}
        trailing={<TextButton label={t('action.save')} disabled={cannotSave} onPress={save} />}
      />
      <View className="name-form-body">
        <Field
          label={t('name.label')}
          value={value}
          placeholder={placeholder}
          hint={hint}
          error={error}
          counter={length > NAME_MAX_LENGTH - COUNTER_FROM ? `${length} / ${NAME_MAX_LENGTH}` : undefined}
          focus
          disabled={isSaving}
          onChange={onChange}
          onConfirm={save}
        />
      </View>
    </View>
  )
}
