import { Text } from '@tarojs/components'
import type { SelectedTextProps } from './SelectedTextProps'
import './selectedText.scss'

/** WeChat selects a text when it is pressed for long. */
export function SelectedText({ label, text }: SelectedTextProps) {
  return (
    <Text className="selected-text" aria-label={label} userSelect>
      {text}
    </Text>
  )
}
