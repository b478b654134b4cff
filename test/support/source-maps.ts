// Stack traces show lines of the sources; set here, any way of starting Jest has them.
process.setSourceMapsEnabled(true);
