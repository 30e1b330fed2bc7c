@echo off
rem Starts the brain. %~dp0 is the folder of this file, whatever the working directory is.
rem A single compiler thread in addition to the engine's own saves 2 MB, which a limit of 70 MB requires.
node --no-warnings --v8-pool-size=1 "%~dp0..\dist\tengen.js" %*
exit /b %errorlevel%
