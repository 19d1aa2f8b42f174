import { Icon } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import type { Option } from './Choice'

interface Props<K extends string> {
  label: string
  value: K
  options: readonly Option<K>[]
}

/** The look of a filter before its list can open. */
export function StillChoice<K extends string>({ label, value, options }: Props<K>) {
  const isAll = value === options[0]?.key
  return (
    <div className={classes('choice', 'choice-filter', !isAll && 'choice-on')} aria-hidden>
      <span className="choice-button">
        <span className="choice-value">{isAll ? label : options.find(({ key }) => key === value)?.label}</span>
        <Icon name="chevron-down" size={16} />
      </span>
    </div>
  )
}
