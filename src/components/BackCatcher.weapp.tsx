import { PageContainer } from '@tarojs/components'
import type { BackCatcherProps } from './BackCatcherProps'

/** WeChat gives the back gesture to an open page-container instead of the page. An unseen one takes it for our overlays. */
export function BackCatcher({ depth, onLeave }: BackCatcherProps) {
  if (depth === 0) return null
  return (
    <PageContainer key={depth} show overlay={false} duration={0} customStyle='width:0;height:0' onAfterLeave={onLeave} />
  )
}
