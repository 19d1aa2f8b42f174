import { Checkbox } from 'react-aria-components/Checkbox'
import { Icon } from '@/components/ui/Icon'

/** The box that selects a row, or all rows. */
export function Tick() {
  return (
    <Checkbox slot="selection" className="tick">
      <span className="tick-box">
        <Icon name="check" size={14} />
      </span>
    </Checkbox>
  )
}
