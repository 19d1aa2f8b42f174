export { TrashTop } from './TrashTop'
