import { View } from '@tarojs/components'
import { Button } from '../ui/Button'
import { classes } from '../ui/classes'
import { Icon, type IconName } from '../ui/Icon'
import './SelectBar.scss'
import '../rows/rowCheck.scss'

export interface SelectAction {
  key: string
  icon: IconName
  label: string
  danger?: boolean
  onPress(): void
}

interface Props {
  /** The number of chosen rows, and the maximum (PICK-02). */
  status?: string
  /** The name of the bar, where it is a region of the page. */
  label?: string
  /** Actions on all chosen rows. */
  actions?: readonly SelectAction[]
  /** Ends the selection. */
  confirm?: { label: string; onPress(): void }
  isEmpty: boolean
}

/** The bar at the bottom while rows are being chosen (AH-10, PICK-02). */
export function SelectBar({ status, label, actions = [], confirm, isEmpty }: Props) {
  return (
    <View className="select-bar" role={label && 'region'} aria-label={label}>
      {status ? (
        <View className="select-status" role="status">
          {status}
        </View>
      ) : null}
      {actions.map(({ key, icon, label, danger, onPress }) => (
        <View
          key={key}
          className={classes('select-action', danger && 'select-danger', isEmpty && 'select-disabled')}
          aria-disabled={isEmpty || undefined}
          onClick={isEmpty ? undefined : onPress}
        >
          <Icon name={icon} />
          {label}
        </View>
      ))}
      {confirm ? <Button small label={confirm.label} disabled={isEmpty} onPress={confirm.onPress} /> : null}
    </View>
  )
}
