import { Text } from '@tarojs/components'
import type { OptionalProps } from './OptionalProps'

/** A text that is there or not. */
export function Optional({ className, text }: OptionalProps) {
  return text ? <Text className={className}>{text}</Text> : null
}
