import { View } from '@tarojs/components'
import { Field } from './Field'
import './CodeField.scss'

interface Props {
  /** Number of boxes; null: a plain field. */
  count: number | null
  label: string
  showLabel: string
  value: string
  error?: string
  hint?: string
  onChange(value: string): void
  onConfirm(): void
}

/**
 * A password in one field. The boxes are drawn below the field, whose own text is then transparent: a screen reader finds one field, paste fills it
 * as usual, and it keeps the focus when it becomes a plain one. As a password field it opens no input method that composes.
 */
export function CodeField({ count, ...props }: Props) {
  const { value, error } = props
  return (
    <View className={count === null ? 'code-field' : 'code-field code-boxed'}>
      {count === null ? null : (
        <View className={error ? 'code-boxes code-wrong' : 'code-boxes'} aria-hidden>
          {Array.from({ length: count }, (_, at) => (
            <View key={at} className={at === value.length ? 'code-box code-next' : 'code-box'}>
              {value[at] ?? ''}
            </View>
          ))}
        </View>
      )}
      <Field {...props} confirmType="go" />
    </View>
  )
}
