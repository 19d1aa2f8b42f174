import { View } from '@tarojs/components'
import { useState, type Component, type CSSProperties, type PropsWithChildren, type ReactNode } from 'react'
import AtSwipeAction from 'taro-ui/lib/components/swipe-action'
import { classes } from '../ui/classes'
import './SwipeAction.scss'

export interface SwipeOption {
  label: string
  /** px */
  width: number
  danger?: boolean
  onPress(): void
}

interface WidgetProps {
  /** px of all options together */
  width: number
  options: { text: string; className: string; style: CSSProperties }[]
  isOpened: boolean
  autoClose: boolean
  onClick(option: object, index: number): void
  onOpened(): void
  onClosed(): void
  children?: ReactNode
}

interface WidgetState {
  maxOffsetSize: number
  offsetSize: number
  _isOpened: boolean
}

/** px between two positions of rest that look alike, see `_reset` */
const NUDGE = 0.01

/** taro-ui's swipe action; its types call these parts private. */
const Widget = AtSwipeAction as unknown as new (props: WidgetProps) => Component<WidgetProps, WidgetState> & {
  moveX: number
}

/**
 * Gets the width of its options as a prop. taro-ui measures it half a second after the first render, by a query that cannot see into a custom wrapper
 * of the mini-program, and not again when the options change.
 */
class SizedSwipeAction extends Widget {
  private nudge = 0

  override componentDidMount() {
    this.setState({ maxOffsetSize: this.props.width })
  }

  override componentDidUpdate({ width }: WidgetProps) {
    if (width === this.props.width) return
    this.setState({ maxOffsetSize: this.props.width })
    if (this.state._isOpened) this._reset(true)
  }

  override UNSAFE_componentWillReceiveProps({ isOpened }: WidgetProps) {
    if (isOpened !== this.props.isOpened) this._reset(isOpened)
  }

  /** Never sets the same number twice: if `x` does not change, WeChat leaves a movable view where the finger dropped it. */
  _reset(isOpened: boolean) {
    this.nudge = NUDGE - this.nudge
    this.moveX = isOpened ? -this.props.width : 0
    this.setState({ _isOpened: isOpened, offsetSize: isOpened ? this.moveX + this.nudge : -this.nudge })
  }
}

interface Props {
  isOpen: boolean
  /** Left to right. */
  options: readonly SwipeOption[]
  onOpen(): void
  onClose(): void
}

/** Reveals options when the content is swiped left. Every option must be offered elsewhere, too: a keyboard cannot swipe. */
export function SwipeAction({ isOpen, options, onOpen, onClose, children }: PropsWithChildren<Props>) {
  const [isTouched, setTouched] = useState(false)
  const width = options.reduce((sum, option) => sum + option.width, 0)
  const release = () => setTouched(false)
  return (
    <View
      // Hidden options take no focus.
      className={classes('swipe', (isOpen || isTouched) && 'swipe-shown')}
      style={{ '--swipe-width': `${width}px` } as CSSProperties}
      onTouchStart={() => setTouched(true)}
      onTouchEnd={release}
      onTouchCancel={release}
    >
      <SizedSwipeAction
        width={width}
        options={options.map(({ label, danger, width: own }) => ({
          text: label,
          className: danger ? 'swipe-option swipe-danger' : 'swipe-option',
          style: { width: `${own}px` },
        }))}
        isOpened={isOpen}
        autoClose
        onClick={(_, index) => options[index]?.onPress()}
        onOpened={onOpen}
        onClosed={onClose}
      >
        <View className="swipe-content">{children}</View>
      </SizedSwipeAction>
    </View>
  )
}
