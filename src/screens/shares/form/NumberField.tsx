import { Input, View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import { countOfField, typedCount } from '@/domain/shares/counts'

interface Props {
  label: string
  /** null: the field is empty. */
  value: number | null
  max: number
  isWrong: boolean
  lessLabel: string
  moreLabel: string
  onType(text: string): void
  onLeave(): void
  onStep(step: 1 | -1): void
}

/** A count that is typed or stepped. The rules check it. */
export function NumberField({ label, value, max, isWrong, lessLabel, moreLabel, onType, onLeave, onStep }: Props) {
  const [text, setText] = useState(value === null ? '' : String(value))

  // Renders typed text once as it is: a field whose value does not change is not rendered again.
  useEffect(() => {
    const field = countOfField(text) === value ? typedCount(text) : value === null ? '' : String(value)
    if (field !== text) setText(field)
  }, [text, value])

  return (
    <View className="number-field">
      <IconButton icon="minus" label={lessLabel} disabled={value === null || value <= 1} onPress={() => onStep(-1)} />
      <Input
        className={isWrong ? 'number-input number-wrong' : 'number-input'}
        value={text}
        type="number"
        maxlength={-1}
        confirmType="done"
        cursorSpacing={120}
        nativeProps={{ 'aria-label': label, 'aria-invalid': isWrong, autoComplete: 'off' }}
        onInput={(event) => {
          setText(event.detail.value)
          onType(event.detail.value)
        }}
        onBlur={onLeave}
      />
      <IconButton icon="plus" label={moreLabel} disabled={value !== null && value >= max} onPress={() => onStep(1)} />
    </View>
  )
}
