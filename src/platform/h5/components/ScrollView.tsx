import type { ScrollViewProps } from '@tarojs/components/types/ScrollView'
import { forwardRef, useImperativeHandle, useLayoutEffect, useRef, type UIEvent } from 'react'
import { domProps, joined, withDetail } from './props'
import { usePull } from './usePull'

type Edge = 'upper' | 'lower' | undefined

/** px by which a pull must move the content down, as in the mini-program */
const defaultPull = 45

function edgeOf(box: HTMLElement, across: boolean | undefined, upper: number, lower: number): Edge {
  const before = across ? box.scrollLeft : box.scrollTop
  const after = across ? box.scrollWidth - box.clientWidth - before : box.scrollHeight - box.clientHeight - before
  if (after <= lower) return 'lower'
  return before <= upper ? 'upper' : undefined
}

export const ScrollView = forwardRef<HTMLDivElement, Omit<ScrollViewProps, 'ref' | 'key'>>(
  function ScrollView(props, outer) {
    const {
      scrollX,
      scrollY,
      scrollTop,
      scrollLeft,
      scrollWithAnimation,
      upperThreshold = 50,
      lowerThreshold = 50,
    } = props
    const { refresherEnabled, refresherTriggered, refresherThreshold = defaultPull } = props
    const box = useRef<HTMLDivElement>(null)
    const content = useRef<HTMLDivElement>(null)
    const edge = useRef<Edge>('upper')
    const height = useRef(0)
    useImperativeHandle(outer, () => box.current as HTMLDivElement)

    usePull(box, content, {
      enabled: refresherEnabled,
      triggered: refresherTriggered,
      threshold: refresherThreshold,
      onRefresh: () => props.onRefresherRefresh?.({ type: 'refresherrefresh', detail: {} } as never),
    })

    useLayoutEffect(() => {
      if (scrollTop === undefined && scrollLeft === undefined) return
      box.current?.scrollTo({ top: scrollTop, left: scrollLeft, behavior: scrollWithAnimation ? 'smooth' : 'auto' })
    }, [scrollTop, scrollLeft, scrollWithAnimation])

    function handleScroll(event: UIEvent<HTMLDivElement>): void {
      const here = event.currentTarget
      if (event.target !== here) return
      props.onScroll?.(
        withDetail(event, {
          scrollTop: here.scrollTop,
          scrollLeft: here.scrollLeft,
          scrollHeight: here.scrollHeight,
          scrollWidth: here.scrollWidth,
        }),
      )
      const now = edgeOf(here, scrollX, upperThreshold, lowerThreshold)
      // The lower edge fires again if more content came in between.
      if (now === edge.current && (now !== 'lower' || here.scrollHeight <= height.current)) return
      edge.current = now
      height.current = here.scrollHeight
      if (now === 'lower') props.onScrollToLower?.(withDetail(event, { direction: scrollX ? 'right' : 'bottom' }))
      if (now === 'upper') props.onScrollToUpper?.(withDetail(event, { direction: scrollX ? 'left' : 'top' }))
    }

    const common = domProps(props, joined('h5-scroll', scrollX && 'h5-scroll-x', scrollY && 'h5-scroll-y'))
    if (!refresherEnabled) return <div {...common} ref={box} data-keeps-scroll onScroll={handleScroll} />
    return (
      <div {...common} ref={box} data-keeps-scroll onScroll={handleScroll}>
        <div className="h5-refresher" aria-hidden />
        <div className="h5-scroll-content" ref={content}>
          {props.children}
        </div>
      </div>
    )
  },
)
