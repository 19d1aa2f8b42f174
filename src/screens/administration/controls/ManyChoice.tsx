import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { Icon } from '@/components/ui/Icon'

interface Props {
  label: string
  /** What the button says without any option. */
  empty: string
  options: readonly { id: number; label: string; depth: number }[]
  chosen: readonly number[]
  onChoose(ids: readonly number[]): void
}

/** A choice of several in a list, whose names the button shows. */
export function ManyChoice({ label, empty, options, chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const names = options.filter(({ id }) => chosen.includes(id)).map(({ label: name }) => name)
  return (
    <Select
      className="choice"
      selectionMode="multiple"
      isOpen={isOpen}
      onOpenChange={setOpen}
      isDisabled={options.length === 0}
      value={[...chosen]}
      onChange={(keys) => onChoose(keys.map(Number))}
    >
      <Label className="field-label">{label}</Label>
      <Button className="choice-button">
        <SelectValue className="choice-value">{() => (options.length === 0 ? empty : names.join(', '))}</SelectValue>
        <Icon name="chevron-down" size={16} />
      </Button>
      <Popover className="popover">
        <ListBox className="options" items={options}>
          {({ id, label: text, depth }) => (
            <ListBoxItem id={id} textValue={text} className="option" style={{ paddingLeft: `${12 + depth * 18}px` }}>
              <span className="option-text">{text}</span>
              <Icon name="check" size={16} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
