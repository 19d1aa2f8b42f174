Component({
  options: { virtualHost: true },
  properties: { packed: String, menu: String },
  methods: {
    open() {
      this.triggerEvent('open')
    },
    hold() {
      this.triggerEvent('hold')
    },
    more() {
      this.triggerEvent('more')
    },
  },
})
