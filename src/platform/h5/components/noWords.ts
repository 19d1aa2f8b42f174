/** Stands in for the widgets' texts in languages that the product does not have (config/h5.ts). */
export default {}
