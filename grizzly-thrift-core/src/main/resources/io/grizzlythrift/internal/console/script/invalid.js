/** A value that cannot be sent, and the control that has it, or null. */
class Invalid extends Error {
  constructor(message, control) {
    super(message);
    this.control = control;
  }
}
