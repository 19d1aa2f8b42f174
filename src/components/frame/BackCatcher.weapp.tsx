import { PageContainer } from '@tarojs/components'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { BackCatcherProps } from './BackCatcherProps'

/**
 * WeChat gives the back gesture to an open page-container instead of the page. An unseen one takes it for our overlays. The gesture
 * closes it, so that the next needs a new one: that is there before anything else follows from the gesture, or a second gesture would
 * meet one that is about to go.
 */
export function BackCatcher({ depth, onLeave }: BackCatcherProps) {
  const [leaves, setLeaves] = useState(0)
  if (depth === 0) return null
  const left = () => {
    flushSync(() => setLeaves(leaves + 1))
    onLeave()
  }
  return (
    <PageContainer key={leaves} show overlay={false} duration={0} customStyle="width:0;height:0" onAfterLeave={left} />
  )
}
