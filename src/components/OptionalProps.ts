export interface OptionalProps {
  className: string
  text?: string
}
