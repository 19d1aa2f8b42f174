import { PageContainer } from '@tarojs/components'
import { useLayoutEffect, useRef, useState } from 'react'
import type { BackCatcherProps } from './BackCatcherProps'

/**
 * WeChat gives the back gesture to an open page-container instead of the page. An unseen one takes it for our overlays. The gesture
 * closes it, so that the next needs a new one: that is there before anything else follows from the gesture, or a second gesture would
 * meet one that is about to go.
 */
export function BackCatcher({ depth, onLeave }: BackCatcherProps) {
  const [leaves, setLeaves] = useState(0)
  const told = useRef(0)
  useLayoutEffect(() => {
    if (told.current === leaves) return
    told.current = leaves
    onLeave()
  }, [leaves, onLeave])
  if (depth === 0) return null
  return (
    <PageContainer key={leaves} show overlay={false} duration={0} customStyle='width:0;height:0' onAfterLeave={() => setLeaves(leaves + 1)} />
  )
}
