import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { Icon } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'

export interface Option<K extends string> {
  key: K
  label: string
  /** Levels of a tree. */
  depth?: number
}

interface Props<K extends string> {
  label: string
  /** The label is not drawn, because the surroundings say it. */
  isLabelHidden?: boolean
  /** A small filter, whose button says the label until something is chosen. */
  isFilter?: boolean
  value: K
  options: readonly Option<K>[]
  isDisabled?: boolean
  onChoose(key: K): void
}

/** A choice of one in a list. A filter's first option chooses all. */
export function Choice<K extends string>({
  label,
  isLabelHidden,
  isFilter,
  value,
  options,
  isDisabled,
  onChoose,
}: Props<K>) {
  const isAll = isFilter && value === options[0]?.key
  return (
    <Select
      className={classes('choice', isFilter && 'choice-filter', isFilter && !isAll && 'choice-on')}
      value={value}
      onChange={(key) => key !== null && onChoose(key as K)}
      isDisabled={isDisabled}
      aria-label={isLabelHidden || isFilter ? label : undefined}
    >
      {isLabelHidden || isFilter ? null : <Label className="field-label">{label}</Label>}
      <Button className="choice-button">
        <SelectValue className="choice-value">{({ defaultChildren }) => (isAll ? label : defaultChildren)}</SelectValue>
        <Icon name="chevron-down" size={16} />
      </Button>
      <Popover className="popover">
        <ListBox className="options" items={options}>
          {({ key, label: text, depth = 0 }) => (
            <ListBoxItem id={key} textValue={text} className="option" style={{ paddingLeft: `${12 + depth * 18}px` }}>
              <span className="option-text">{text}</span>
              <Icon name="check" size={16} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
