import { PageContainer } from '@tarojs/components'
import { useState } from 'react'
import { flushSync } from 'react-dom'

interface Props {
  /** Number of open overlays. The catcher exists while the number is above 0. */
  depth: number
  /** The back gesture or button was used while an overlay was open. */
  onLeave(): void
}

/**
 * WeChat gives the back gesture to an open page-container instead of the page, so an invisible one catches it for our overlays. The gesture closes
 * the container. A new one must be mounted before anything else happens, or a second gesture would meet the closing one.
 */
export function BackCatcher({ depth, onLeave }: Props) {
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
