import type { TextProps } from '@tarojs/components/types/Text'
import type { ViewProps } from '@tarojs/components/types/View'
import { forwardRef, type PropsWithChildren } from 'react'
import { pressableProps } from './props'
import { useHold } from './useHold'

type Own<P> = Omit<P, 'ref' | 'key'>

export const View = forwardRef<HTMLDivElement, Own<ViewProps>>(function View(props, ref) {
  const hold = useHold(props.onLongPress)
  return <div {...pressableProps(props)} {...hold} ref={ref} />
})

export const Text = forwardRef<HTMLSpanElement, Own<TextProps>>(function Text(props, ref) {
  return <span {...pressableProps(props, 'h5-text')} ref={ref} />
})

/** Elements of the mini-program's templates that a browser does not need. */
export function Block({ children }: PropsWithChildren) {
  return <>{children}</>
}
export { Block as CustomWrapper, Block as PageMeta, Block as PullDownRefresh }
