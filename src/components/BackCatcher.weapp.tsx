import { PageContainer } from '@tarojs/components'
import { useState } from 'react'
import type { BackCatcherProps } from './BackCatcherProps'

/**
 * WeChat gives the back gesture to an open page-container instead of the page. An unseen one takes it for our overlays; the gesture
 * closes it, so that the next needs a new one, also where as many overlays are open as before.
 */
export function BackCatcher({ depth, onLeave }: BackCatcherProps) {
  const [leaves, setLeaves] = useState(0)
  if (depth === 0) return null
  const left = () => {
    setLeaves(leaves + 1)
    onLeave()
  }
  return (
    <PageContainer key={`${depth}-${leaves}`} show overlay={false} duration={0} customStyle='width:0;height:0' onAfterLeave={left} />
  )
}
