import { Text } from '@tarojs/components'
import type { OptionalProps } from './OptionalProps'

/** A text that is there or not; its node always is: a recycled row whose number of nodes changes is sent anew as a whole. */
export function Optional({ className, text }: OptionalProps) {
  return <Text className={text ? className : 'optional-absent'}>{text ?? ''}</Text>
}
