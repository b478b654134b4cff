// Stack traces show source lines. This setting works for any way of starting Jest.
process.setSourceMapsEnabled(true);
