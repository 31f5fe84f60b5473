-- expect: script/too-large
-- A script of more than a quarter of a megabyte.
<<300000 * "-- \n">>return {}
